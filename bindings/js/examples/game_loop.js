// The loop of a game as Phaser calls it: sprites that move, coins that are collected, enemies that
// see the player, and a blast that hits everything around.

import { BroadPhase, init } from "broadleaf-wasm/broad-phase";

const [PLAYER, ENEMY, COIN, WALL] = [1, 2, 4, 8];

/** A sprite has a center, a size and a velocity. */
const sprite = (kind, x, y, width, height, velocity = [0, 0]) => ({ kind, x, y, width, height, velocity });

const boxOf = ({ x, y, width, height }) => [x - width / 2, y - height / 2, x + width / 2, y + height / 2];

export class Scene {
    constructor(sprites) {
        this.sprites = sprites;
        // All sprites that move do so in every frame, so margins would not pay off.
        this.world = new BroadPhase({ dimensions: 2, margin: 0 });
        this.ids = this.world.create(Float64Array.from(sprites.flatMap(boxOf)), {
            category: sprites.map(({ kind }) => kind),
            // Coins and walls meet the player and enemies alone.
            mask: sprites.map(({ kind }) => (kind & (COIN | WALL) ? PLAYER | ENEMY : -1)),
        });
        this.isAlive = sprites.map(() => true);
        this.score = 0;
    }

    /** Called once per frame, with the time since the last one in seconds. */
    update(seconds) {
        const rows = this.sprites.keys();
        const moving = [...rows].filter((row) => this.isAlive[row] && this.sprites[row].velocity.some((speed) => speed));
        for (const row of moving) {
            const { velocity } = this.sprites[row];
            this.sprites[row].x += velocity[0] * seconds;
            this.sprites[row].y += velocity[1] * seconds;
        }
        const boxes = Float64Array.from(moving.flatMap((row) => boxOf(this.sprites[row])));
        this.world.move(Float64Array.from(moving, (row) => this.ids[row]), boxes);
        const begun = BroadPhase.slots(this.world.step().begun);
        for (let at = 0; at < begun.length; at += 2) this.collide(begun[at], begun[at + 1]);
    }

    /** Two sprites begin to overlap. Slots are rows, because nothing is created later. */
    collide(a, b) {
        const [player, coin] = this.sprites[a].kind === PLAYER ? [a, b] : [b, a];
        if (this.sprites[player].kind !== PLAYER || this.sprites[coin].kind !== COIN) return;
        this.score++;
        this.kill([coin]);
    }

    kill(rows) {
        const alive = rows.filter((row) => this.isAlive[row]);
        for (const row of alive) this.isAlive[row] = false;
        this.world.remove(alive.map((row) => this.ids[row]));
    }

    /** Which enemies see the player: no wall is between. */
    watchers() {
        const player = this.sprites.find(({ kind }) => kind === PLAYER);
        const enemies = [...this.sprites.keys()].filter((row) => this.isAlive[row] && this.sprites[row].kind === ENEMY);
        const eyes = enemies.map((row) => this.sprites[row]);
        const origins = Float64Array.from(eyes.flatMap(({ x, y }) => [x, y]));
        const ways = Float64Array.from(eyes.flatMap(({ x, y }) => [player.x - x, player.y - y]));
        const isHidden = this.world.anyHitMany(origins, ways, { mask: WALL, oneWay: true, length: 1 });
        return enemies.filter((_, at) => !isHidden[at]);
    }

    /** Kills the enemies within a distance of a point, nearest first. Returns their rows. */
    blast(x, y, maxDistance) {
        const { ids } = this.world.neighbors([x, y], { mask: ENEMY, k: Infinity, maxDistance });
        const rows = [...BroadPhase.slots(ids)];
        this.kill(rows);
        return rows;
    }
}

export async function run() {
    await init();
    const scene = new Scene([
        sprite(PLAYER, 0, 0, 1, 1, [6, 0]),
        sprite(COIN, 3, 0, 0.5, 0.5),
        sprite(COIN, 5, 0, 0.5, 0.5),
        sprite(COIN, 5, 4, 0.5, 0.5),
        sprite(ENEMY, 6, 6, 1, 1),
        sprite(ENEMY, 6, -6, 1, 1),
        sprite(WALL, 6, -3, 4, 1),
    ]);
    for (let frame = 0; frame < 60; frame++) scene.update(1 / 60);
    const watchers = scene.watchers();
    const hit = scene.blast(6, 0, 6);
    return { score: scene.score, watchers, hit, left: scene.world.length };
}
