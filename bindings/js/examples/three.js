// Picking and culling with three.js: boxes choose the candidates, three.js decides.

import { Index, init } from "broadleaf-wasm";
import { Box3, BoxGeometry, Frustum, Matrix4, Mesh, PerspectiveCamera, Raycaster, Vector2, Vector3 } from "three";

/** A cube of meshes, `side` along each axis. */
function meshesOf(side) {
    const geometry = new BoxGeometry(0.5, 0.5, 0.5);
    return Array.from({ length: side ** 3 }, (_, at) => {
        const mesh = new Mesh(geometry);
        mesh.position.set(at % side, Math.floor(at / side) % side, Math.floor(at / side ** 2));
        mesh.rotation.set(at, 2 * at, 0);
        mesh.updateMatrixWorld();
        return mesh;
    });
}

/** An index of boxes that rest. Rebuild it after a change. */
function indexOf(boxes) {
    const numbers = boxes.flatMap(({ min, max }) => [...min, ...max]);
    return new Index(Float64Array.from(numbers), { dimensions: 3 });
}

/** The mesh under the pointer: the nearest one that the ray hits, not only its box. */
function pick(raycaster, index, meshes) {
    const { origin, direction } = raycaster.ray;
    const { ids, reaches } = index.castAll(origin.toArray(), direction.toArray());
    let nearest;
    for (let at = 0; at < ids.length && !(nearest?.distance < reaches[at]); at++) {
        const [hit] = raycaster.intersectObject(meshes[ids[at]], false);
        if (hit && !(nearest?.distance <= hit.distance)) nearest = hit;
    }
    return nearest?.object;
}

/** What a camera sees. */
function frustumOf(camera) {
    const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    return new Frustum().setFromProjectionMatrix(matrix);
}

/** The box around what a camera sees. */
function boxAround(camera) {
    const around = new Box3();
    for (let corner = 0; corner < 8; corner++) {
        const side = (axis) => (corner & (1 << axis) ? 1 : -1);
        around.expandByPoint(new Vector3(side(0), side(1), side(2)).unproject(camera));
    }
    return around;
}

/** The rows of the boxes in view: the index finds those around, and a frustum is stricter. */
function inView(camera, index, boxes) {
    const [frustum, around] = [frustumOf(camera), boxAround(camera)];
    const found = index.search([...around.min, ...around.max]);
    return [...found].filter((row) => frustum.intersectsBox(boxes[row]));
}

export async function run() {
    await init();
    const meshes = meshesOf(12);
    const boxes = meshes.map((mesh) => new Box3().setFromObject(mesh));
    const index = indexOf(boxes);
    const camera = new PerspectiveCamera(40, 1.5, 0.1, 9);
    camera.position.set(5.5, 5.5, 16);
    camera.lookAt(6, 5, 0);
    camera.updateMatrixWorld();
    const raycaster = new Raycaster();
    const picked = [];
    for (let at = 0; at < 200; at++) {
        raycaster.setFromCamera(new Vector2((at % 20) / 10 - 0.95, Math.floor(at / 20) / 5 - 0.9), camera);
        const expected = raycaster.intersectObjects(meshes, false)[0]?.object;
        picked.push([pick(raycaster, index, meshes), expected]);
    }
    const [frustum, around] = [frustumOf(camera), boxAround(camera)];
    const isIn = (box) => around.intersectsBox(box) && frustum.intersectsBox(box);
    const expected = [...boxes.keys()].filter((row) => isIn(boxes[row]));
    return { picked, visible: [inView(camera, index, boxes), expected] };
}
