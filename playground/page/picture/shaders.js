// Programs for the graphics card.

/** The number of boxes or lines in one instance; instances of a single one are slow. */
export const BATCH = 512;

/** Reads the two points of an item: in 2D a texel, in 3D one and a half. A missing z is 0. */
const ITEMS = `
uniform highp sampler2D uPoints;
uniform int uDimensions;
uniform int uCount;

int item() {
    return gl_InstanceID * ${BATCH} + gl_VertexID / 6;
}

vec4 texel(int at) {
    return texelFetch(uPoints, ivec2(at & 2047, at >> 11), 0);
}

void readPoints(int item, out vec3 a, out vec3 b) {
    if (uDimensions == 2) {
        vec4 both = texel(item);
        a = vec3(both.xy, 0.0);
        b = vec3(both.zw, 0.0);
        return;
    }
    int at = item * 3 / 2;
    vec4 first = texel(at);
    vec4 second = texel(at + 1);
    bool isEven = (item & 1) == 0;
    a = isEven ? first.xyz : vec3(first.zw, second.x);
    b = isEven ? vec3(first.w, second.xy) : second.yzw;
}

// The corner of a rectangle of two triangles, from 0 to 1.
vec2 corner() {
    int at = gl_VertexID % 6;
    return vec2(at == 1 || at == 3 || at == 4, at == 2 || at == 4 || at == 5);
}
`;

/** A face of each box or node, with a border. */
export const BOX_VERTEX = `#version 300 es
${ITEMS}
uniform highp usampler2D uMarkOf;
uniform mat3 uAxes;
uniform vec3 uCenter;
uniform vec3 uLow;
uniform vec3 uHigh;
uniform vec3 uNear;
uniform vec2 uZoom;
uniform float uDepth;
uniform float uPixels;
uniform float uLeast;
// The axis that the face is perpendicular to.
uniform int uFace;
uniform float uShade;
// The range of marks to draw, from the first to the last.
uniform uvec2 uMarks;
// The colors of marks, or of levels from the root to the deepest.
uniform vec4 uFills[5];
uniform vec4 uStrokes[5];
uniform float uDeepest;
out vec2 vAt;
flat out vec2 vSize;
flat out vec4 vFill;
flat out vec4 vStroke;

void main() {
    int box = item();
    uint mark = texelFetch(uMarkOf, ivec2(box & 2047, box >> 11), 0).r;
    if (box >= uCount || mark < uMarks.x || mark > uMarks.y) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec3 low;
    vec3 high;
    readPoints(box, low, high);
    low = clamp(low, uLow, uHigh);
    high = clamp(high, uLow, uHigh);
    vec3 grow = max(vec3(0.0), vec3(uLeast) - (high - low)) * 0.5;
    low -= grow;
    high += grow;

    int axis = uFace;
    vec2 uv = corner();
    int uAxis = (axis + 1) % 3;
    int vAxis = (axis + 2) % 3;
    vec3 at = uNear;
    at[uAxis] = uv.x;
    at[vAxis] = uv.y;
    vec3 seen = uAxes * (mix(low, high, at) - uCenter);
    gl_Position = vec4(seen.xy * uZoom, -seen.z * uDepth, 1.0);

    vec3 edges = high - low;
    vSize = uPixels * vec2(edges[uAxis] * length(uAxes[uAxis].xy), edges[vAxis] * length(uAxes[vAxis].xy));
    vAt = uv * vSize;
    float shade = 1.0 - uShade * (axis == 1 ? 0.0 : axis == 0 ? 0.24 : 0.12);
    if (uDeepest >= 0.0) {
        float t = uDeepest == 0.0 ? 0.0 : min(float(mark) / uDeepest, 1.0) * 4.0;
        int first = min(int(t), 3);
        vFill = mix(uFills[first], uFills[first + 1], t - float(first));
        vStroke = mix(uStrokes[first], uStrokes[first + 1], t - float(first));
    } else {
        vFill = vec4(uFills[mark].rgb * shade, uFills[mark].a);
        vStroke = vec4(uStrokes[mark].rgb * shade, uStrokes[mark].a);
    }
}`;

export const BOX_FRAGMENT = `#version 300 es
precision highp float;
uniform float uBorder;
in vec2 vAt;
flat in vec2 vSize;
flat in vec4 vFill;
flat in vec4 vStroke;
out vec4 color;

void main() {
    vec2 inside = min(vAt, vSize - vAt);
    float width = min(uBorder, 0.3 * min(vSize.x, vSize.y));
    float border = 1.0 - smoothstep(width - 0.5, width + 0.5, min(inside.x, inside.y));
    vec4 mixed = mix(vFill, vStroke, border);
    if (mixed.a < 0.004) discard;
    color = vec4(mixed.rgb * mixed.a, mixed.a);
}`;

/** A line with a width and soft edges for each item. */
export const LINE_VERTEX = `#version 300 es
${ITEMS}
uniform mat3 uAxes;
uniform vec3 uCenter;
uniform vec2 uZoom;
uniform vec2 uHalfSize;
uniform float uWidth;
out float vAcross;

void main() {
    int line = item();
    if (line >= uCount) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec3 from;
    vec3 to;
    readPoints(line, from, to);
    vec2 a = (uAxes * (from - uCenter)).xy * uZoom * uHalfSize;
    vec2 b = (uAxes * (to - uCenter)).xy * uZoom * uHalfSize;
    vec2 along = b - a;
    float size = length(along);
    vec2 side = size > 0.0 ? vec2(-along.y, along.x) / size : vec2(0.0);
    vec2 uv = corner();
    vAcross = (uv.y * 2.0 - 1.0) * (uWidth * 0.5 + 0.5);
    gl_Position = vec4((mix(a, b, uv.x) + side * vAcross) / uHalfSize, 0.0, 1.0);
}`;

export const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 uColor;
uniform float uWidth;
in float vAcross;
out vec4 color;

void main() {
    float alpha = uColor.a * clamp(uWidth * 0.5 + 0.5 - abs(vAcross), 0.0, 1.0);
    color = vec4(uColor.rgb * alpha, alpha);
}`;
