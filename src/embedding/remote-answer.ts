import { z } from "zod";
import type { RemoteApi } from "./settings.js";

const Item = z.object({ index: z.number().int().optional(), embedding: z.unknown() });
const OpenAiAnswer = z.object({ data: z.array(Item) });

/**
 * The vectors in a server's answer, in the order of the texts.
 *
 * An OpenAI-compatible server may give them in any order, each with its `index`.
 *
 * @param body the parsed JSON
 * @param count number of texts that were sent
 * @returns one list of finite numbers per text; or a text that says what is wrong with the answer
 */
export function readVectors(api: RemoteApi, body: unknown, count: number): number[][] | string {
  const list = api === "tei" ? body : openAiList(body, count);
  if (typeof list === "string") return list;
  if (!Array.isArray(list)) return "no list of vectors";
  if (list.length !== count) return `${list.length} vectors for ${count} texts`;
  const vectors: number[][] = [];
  for (const item of list) {
    if (typeof item === "string") return "a vector in base64 although floats were asked for";
    if (!isVector(item)) return "a vector that is not a list of finite numbers";
    vectors.push(item);
  }
  return vectors;
}

function openAiList(body: unknown, count: number): unknown[] | string {
  const parsed = OpenAiAnswer.safeParse(body);
  if (!parsed.success) return "no `data` list";
  const { data } = parsed.data;
  if (data.length !== count) return `${data.length} vectors for ${count} texts`;
  // Some servers leave the index out; then the order is that of the texts.
  if (data.every((item) => item.index === undefined)) return data.map((item) => item.embedding);
  const ordered: unknown[] = new Array(count);
  const seen = new Set<number>();
  for (const { index, embedding } of data) {
    if (index === undefined || index < 0 || index >= count || seen.has(index)) {
      return `\`index\` ${index} twice or out of range`;
    }
    seen.add(index);
    ordered[index] = embedding;
  }
  return ordered;
}

function isVector(item: unknown): item is number[] {
  return (
    Array.isArray(item) &&
    item.length > 0 &&
    item.every((number) => typeof number === "number" && Number.isFinite(number))
  );
}
