// Prints the hashes of all golden traces, from the module that is named.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { golden_report, memory } = instance.exports;
const place = BigInt.asUintN(64, golden_report());
const bytes = new Uint8Array(memory.buffer, Number(place >> 32n), Number(place & 0xffff_ffffn));
process.stdout.write(new TextDecoder().decode(bytes));
