/** Chunks of the three chunkers in the independent run; the heading-aware ones with their path's line. */
export interface ExpectedChunks {
  readonly chunks: number;
  readonly avg_chars: number;
  readonly over_size: number;
  readonly sha256: string;
}

const values = (chunks: number, avg_chars: number, over_size: number, sha256: string): ExpectedChunks => ({
  chunks,
  avg_chars,
  over_size,
  sha256,
});

export const expectedChunks: Readonly<Record<string, ExpectedChunks>> = {
  "fixed 400/0": values(3727, 392.18, 0, "4bbf0a7fd39c0312d8d90f46e82c782eb90a4146d725f4b7bef76f67180c615a"),
  "fixed 400/40": values(4124, 392.92, 0, "8140ba196d78426be91d73709a9571e680998883eea60fcf2c64c93410460bee"),
  "fixed 800/0": values(1903, 768.08, 0, "6e431b12bc346fff8f4d3257ed0e09636cc5386095af4ee18df756ce8a9e569b"),
  "fixed 800/80": values(2088, 774.09, 0, "3c1066b11807fe2975e5a3897d5d9e96ea68c51705204157aeb79eda436f7297"),
  "fixed 1600/0": values(995, 1469.0, 0, "282df0e6dbc71ee96253d737ff58597aa5e5cced3f86a3bdde7f247a80e3a36d"),
  "fixed 1600/160": values(
    1085,
    1484.29,
    0,
    "cc8b18c71e65c1e6639a6cd840f1152627cd6ef88258277ba0ac4d00cda6fbb5",
  ),
  "recursive 400/0": values(
    4904,
    296.14,
    0,
    "c62a18d9e38f97623d270402e8ba480fccf7f798ec49b488d0a1666152c2c880",
  ),
  "recursive 400/40": values(
    4933,
    297.27,
    0,
    "64a5b9d54bfaa7dc58d0382d242b2326b0bd3e3d4d216fba97fa440c29c03197",
  ),
  "recursive 800/0": values(
    2361,
    617.18,
    0,
    "6c42a6083a5322c0a8d7de5faa4f9028b4b449271e93cbdde5b3e17c4202c968",
  ),
  "recursive 800/80": values(
    2397,
    619.96,
    0,
    "0d059bba8a88a5f5d81be1e9b66efc7a73a73737c24571e0a6c5dd8a8a176ab2",
  ),
  "recursive 1600/0": values(
    1217,
    1199.2,
    0,
    "7c12a5f120e550213a6c210f1ed71b8c2ed6d0fbd55080c1573788bf6b11b8d1",
  ),
  "recursive 1600/160": values(
    1246,
    1215.18,
    0,
    "185805ff32399b6d6b126b50beb8fa660124fecf765079ca377cce1bf460f997",
  ),
  "heading-aware 400/0": values(
    4843,
    367.81,
    1940,
    "0d8ad548b2c28925932683d19705b8e376ee17955f5b46482fd000ddddabda91",
  ),
  "heading-aware 400/40": values(
    4863,
    368.58,
    1951,
    "12b1822d53ac4786a84e52fcac4647843da1e28e6c2b86256bfaa20a0d1fccf6",
  ),
  "heading-aware 800/0": values(
    2837,
    568.95,
    581,
    "18bdcbb4417af2f6025769d210ebf7e24af47df48aadb4b4ef04116c06e60c9c",
  ),
  "heading-aware 800/80": values(
    2843,
    571.32,
    585,
    "9282248e53601d8fcf17a0d748fc05b95318c190f70ce3db7be21530592aebea",
  ),
  "heading-aware 1600/0": values(
    2112,
    735.91,
    129,
    "a4694fa2c33d537a4e10ac473986b43614c337f22bbfdff58eb64fe95dd68304",
  ),
  "heading-aware 1600/160": values(
    2114,
    743.18,
    131,
    "60760d56e83625943120d9f23b120a52ee3a6a39ec27288c18c5f37bc1164ae0",
  ),
};

/**
 * The published reading of equal context: so many chunks of a size, and the characters that these are for heading-aware
 * chunks in the independent run, rounded to whole ones.
 */
export const equalContext = [
  { size: 400, k: 4, chars: 1471 },
  { size: 800, k: 2, chars: 1138 },
  { size: 1600, k: 1, chars: 736 },
] as const;
