// The programs of the graphics card.

/**
 * A face of a box or node for each instance, with a border. A missing z is 0.
 */
export const BOX_VERTEX = `#version 300 es
layout(location = 0) in vec3 aLow;
layout(location = 1) in vec3 aHigh;
layout(location = 2) in uint aMark;
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
// The marks that are drawn: from the first to the last.
uniform uvec2 uMarks;
// Palette of marks, or the colors of levels from the root to the deepest.
uniform vec4 uFills[5];
uniform vec4 uStrokes[5];
uniform float uDeepest;
out vec2 vAt;
flat out vec2 vSize;
flat out vec4 vFill;
flat out vec4 vStroke;

void main() {
    if (aMark < uMarks.x || aMark > uMarks.y) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec3 low = clamp(aLow, uLow, uHigh);
    vec3 high = clamp(aHigh, uLow, uHigh);
    vec3 grow = max(vec3(0.0), vec3(uLeast) - (high - low)) * 0.5;
    low -= grow;
    high += grow;

    int axis = uFace;
    float u = float(gl_VertexID & 1);
    float v = float(gl_VertexID >> 1);
    int uAxis = (axis + 1) % 3;
    int vAxis = (axis + 2) % 3;
    vec3 at = uNear;
    at[uAxis] = u;
    at[vAxis] = v;
    vec3 seen = uAxes * (mix(low, high, at) - uCenter);
    gl_Position = vec4(seen.xy * uZoom, -seen.z * uDepth, 1.0);

    vec3 edges = high - low;
    vSize = uPixels * vec2(edges[uAxis] * length(uAxes[uAxis].xy), edges[vAxis] * length(uAxes[vAxis].xy));
    vAt = vec2(u, v) * vSize;
    float shade = 1.0 - uShade * (axis == 1 ? 0.0 : axis == 0 ? 0.24 : 0.12);
    if (uDeepest >= 0.0) {
        float t = uDeepest == 0.0 ? 0.0 : min(float(aMark) / uDeepest, 1.0) * 4.0;
        int first = min(int(t), 3);
        vFill = mix(uFills[first], uFills[first + 1], t - float(first));
        vStroke = mix(uStrokes[first], uStrokes[first + 1], t - float(first));
    } else {
        vFill = vec4(uFills[aMark].rgb * shade, uFills[aMark].a);
        vStroke = vec4(uStrokes[aMark].rgb * shade, uStrokes[aMark].a);
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

/** A line of some width for each instance, with soft sides. */
export const LINE_VERTEX = `#version 300 es
layout(location = 0) in vec3 aFrom;
layout(location = 1) in vec3 aTo;
uniform mat3 uAxes;
uniform vec3 uCenter;
uniform vec2 uZoom;
uniform vec2 uHalfSize;
uniform float uWidth;
out float vAcross;

void main() {
    vec2 a = (uAxes * (aFrom - uCenter)).xy * uZoom * uHalfSize;
    vec2 b = (uAxes * (aTo - uCenter)).xy * uZoom * uHalfSize;
    vec2 along = b - a;
    float size = length(along);
    vec2 side = size > 0.0 ? vec2(-along.y, along.x) / size : vec2(0.0);
    float u = float(gl_VertexID & 1);
    float v = float(gl_VertexID >> 1) * 2.0 - 1.0;
    vAcross = v * (uWidth * 0.5 + 0.5);
    gl_Position = vec4((mix(a, b, u) + side * vAcross) / uHalfSize, 0.0, 1.0);
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
