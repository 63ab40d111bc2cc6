/** The keys that sign Debian's archive, at Debian's own path. */
const usualKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** An archive's address as Debian's mirrors end: `…/debian`, with or without a slash. */
const debianArchive = /^(https?|mirror\+\w+):\/\/\S+\/debian\/?$/

/**
 * By apt's configuration: one-line and deb822 sources, see sources.list(5).
 * @param {string[]} texts of sources.list and the files of sources.list.d
 * @returns {{ uri: string, keyring: string } | undefined}
 */
export function findDebianSource(texts) {
  for (const text of texts)
    for (const stanza of text.split(/\n\s*\n/)) {
      const lines = stanza.split('\n').filter(line => !/^\s*#/.test(line))
      const words = lines.flatMap(line => line.trim().split(/\s+/))
      const uri = words.find(word => debianArchive.test(word))
      if (uri) return { uri, keyring: keyringOf(lines.join('\n')) }
    }
  return undefined
}

/** @param {string} stanza */
const keyringOf = stanza => /signed-by[:=]\s*(\/[^\s\]]+)/i.exec(stanza)?.[1] ?? usualKeyring
