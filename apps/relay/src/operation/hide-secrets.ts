const hidden = '…'

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(nsec1|ncryptsec1|AGE-SECRET-KEY-1)[0-9a-z]+/gi, `$1${hidden}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^/\s"'@]+@/gi, `$1${hidden}@`],
  [/\b(Bearer|Nostr|Basic) [\w+/=.~-]+/g, `$1 ${hidden}`],
  [
    /\b(\w*(?:token|secret|password|passphrase|api_?key|setup|private_?key))(\\?"?[=:]\s*\\?"?)[^\s"&\\,}]+/gi,
    `$1$2${hidden}`,
  ],
]

/** A log line without secrets: the known ones, and whatever looks like one. */
export function hideSecrets(line: string, known: readonly string[]): string {
  let text = line
  for (const secret of known) if (secret.length >= 8) text = text.replaceAll(secret, hidden)
  for (const [pattern, instead] of patterns) text = text.replace(pattern, instead)
  return text
}
