// Mouse, pen and touch input on the picture.

/**
 * Calls `onDrag(from, to)` while the main button or a finger is held, `onPan(dx, dy)` for other
 * buttons and two fingers, and `onZoom(factor, point)` for the wheel and a pinch. Points are in CSS
 * pixels of the element. If `scrolls()`, the wheel without Ctrl is left to the page around this one.
 */
export function setUpGestures(element, { onDrag, onPan, onZoom, scrolls }) {
  const pointers = new Map();
  let from;
  let isPanning = false;

  const point = (event) => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, point(event));
    isPanning = event.button !== 0 || pointers.size > 1;
    from = isPanning ? undefined : point(event);
    if (from) onDrag(from, from, { isStart: true });
  });

  element.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const now = point(event);
    pointers.set(event.pointerId, now);
    if (others.length > 0) pinch(before, now, others[0]);
    else if (isPanning) onPan(now[0] - before[0], now[1] - before[1]);
    else if (from) onDrag(from, now, { before });
  });

  function pinch(before, now, other) {
    const distance = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
    onPan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    onZoom(distance(now) / distance(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }

  for (const end of ["pointerup", "pointercancel"]) {
    element.addEventListener(end, (event) => {
      pointers.delete(event.pointerId);
      // The finger that remains after a pinch does not drag.
      from = undefined;
      isPanning = pointers.size > 0;
    });
  }

  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener(
    "wheel",
    (event) => {
      if (scrolls() && !event.ctrlKey) return;
      event.preventDefault();
      const lines = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
      onZoom(1.2 ** -Math.max(-3, Math.min(3, lines)), point(event));
    },
    { passive: false },
  );
}
