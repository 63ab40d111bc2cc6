import { seededRandom } from '../peer/row.ts'

/** Changes a few bytes: flips, cuts, repeats, moves or replaces them with what confuses parsers. */
export function mutate(text: string, seed: number): Buffer {
  const pick = seededRandom(seed)
  let bytes: Buffer = Buffer.from(text)
  for (let change = 0; change <= pick(4); change++) {
    const at = pick(bytes.length + 1)
    const length = pick(20)
    const [head, part, tail] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)]
    const ways: (() => Buffer)[] = [
      () => Buffer.concat([head, tail]),
      () => Buffer.concat([head, part, part, tail]),
      () => Buffer.concat([tail, part, head]),
      () => Buffer.concat([head, Buffer.from(part.map(byte => byte ^ (1 << pick(8)))), tail]),
      () => Buffer.concat([head, Buffer.from(stumbles[pick(stumbles.length)] ?? ''), tail]),
      () => head,
    ]
    bytes = ways[pick(ways.length)]?.() ?? bytes
  }
  return bytes
}

const stumbles = [
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '-',
  '1e999',
  'null',
  '\u0000',
  '\u2028',
  '\ufeff',
  '😀',
]
