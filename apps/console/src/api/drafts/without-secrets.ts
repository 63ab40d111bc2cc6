/** Common names of secrets. */
const secretName = /secret|passw|passphrase|token|private|api.?key|seed|mnemonic|credential|nsec/i
/** Keys of Nostr and Bitcoin, and passwords in addresses. */
const secretText =
  /\b(nsec1|ncryptsec1|[xyztuv]prv)[0-9a-z]{20,}|\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b|:\/\/[^\s/@]*:[^\s/@]+@/i
/** Twelve or more words as in recovery phrases: three to eight lower-case letters each, nothing else. */
const phrase = /^\s*(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}\s*$/

/** Recognised by name or form at any depth: retyping a line is better than leaving a key in a browser. */
export function withoutSecrets(edits: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(edits).filter(([name, value]) => !secretName.test(name) && !holdsOne(value)))
}

function holdsOne(value: unknown): boolean {
  if (typeof value === 'string') return secretText.test(value) || phrase.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => (isText(inner) && secretName.test(name)) || holdsOne(inner))
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
