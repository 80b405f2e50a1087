/**
 * A value as JSON that can stand inside a `<script>`: without `<`, nothing in it can end the element or open a
 * comment. Reading it as JSON gives the value back exactly, half surrogate pairs included.
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
