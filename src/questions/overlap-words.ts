/**
 * English words that say nothing of what a text is about. Two-letter words need no entry: they are never content
 * words. In another language the list does nothing, and the shares below come out higher.
 */
const stopWords = new Set(
  `about after again all also and any are because been before being between both but can can't cannot could did does
  doesn doing don done down during each either else every few for from get gets getting give given gives got had has
  have having her here hers him his how into its itself just let lets like made make makes making many may might mine
  more most much must need needed needs neither nor not now off once one only onto other our ours out over own per
  please put same set she should shouldn some still such than that the their them then there these they this those too
  two under until upon use used uses using very via want wanted wants was way were what when where whether which while
  who whom whose why will with within without won would wouldn yet you your yours`.split(/\s+/),
);

const shortestWord = 3;

/** A text's words in lower case: runs of letters, digits and `_`, so that an identifier is one word. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * The distinct words of a text that say what it is about: three letters or more, and no stop words.
 *
 * Words are compared as they stand, without stemming, as lexical search compares them.
 */
export function contentWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => word.length >= shortestWord && !stopWords.has(word)));
}

/** How many words two sets have in common. */
export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared;
}

/** An English word without a plural's s, as well as one rule can tell; "class" and "status" stay. */
export function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<![sui])s$/, "") : word;
}
