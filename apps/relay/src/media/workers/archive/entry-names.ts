/** Names that Windows keeps for devices, whatever follows after a dot. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])[ ]*(\.|$)/i
const refused = /[\p{Cc}<>:"/\\|?*]/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** File systems take 255 bytes, some of them after NFD; a suffix must fit, too. */
const bytesMax = 150
const extensionCharsMax = 20

/** Names in one zip, each of which unpacks as a file of its own on Windows and macOS, too. */
export class EntryNames {
  readonly #taken = new Set<string>()

  /** A second file with the same name gets its hash appended, and a number if another one is called so. */
  take(wanted: string, hash: string): string {
    const plain = portable(wanted) || hash
    const dot = plain.lastIndexOf('.')
    const isExtension = dot > 0 && plain.length - dot <= extensionCharsMax
    const [stem, extension] = isExtension ? [plain.slice(0, dot), plain.slice(dot)] : [plain, '']
    const start = shortened(stem)
    let name = `${start}${extension}`
    for (let number = 1; this.#taken.has(folded(name)); number++)
      name = `${start} ${hash.slice(0, 12)}${number > 1 ? ` ${number}` : ''}${extension}`
    this.#taken.add(folded(name))
    return name
  }
}

function portable(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(refused, '_')
  // Windows drops dots and spaces at the end.
  const trimmed = plain.trim().replace(/[. ]+$/, '')
  return device.test(trimmed) ? `_${trimmed}` : trimmed
}

function shortened(stem: string): string {
  let short = stem
  while (Buffer.byteLength(short.normalize('NFD')) > bytesMax) short = [...short].slice(0, -1).join('')
  return short.trimEnd()
}

/** The same for names that one file system or another takes for one: by case, composition or invisible characters. */
const folded = (name: string): string => name.replace(invisible, '').normalize('NFKD').toUpperCase().normalize('NFKD')
