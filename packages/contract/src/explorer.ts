/** Where the id of a transaction goes in the address of an explorer. */
const place = '{txid}'

/** Hosts that are reached without the internet: what is asked of them in the clear nobody else reads. */
const ownNetwork =
  /^(localhost|.+\.local|127(\.\d{1,3}){3}|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|\[::1\])$/

/**
 * Can a page of an explorer be made of it? An https address with `{txid}` once behind its host; http for onion services,
 * which encrypt by themselves, and in one's own network.
 */
export function isExplorerTemplate(template: string): boolean {
  const [before = '', after, ...more] = template.split(place)
  if (after === undefined || more.length > 0 || !URL.canParse(before) || !URL.canParse(before + after)) return false
  const { protocol, hostname, username, password } = new URL(before)
  // The same host with and without the id: it stands behind it.
  if (username + password !== '' || new URL(`${before}0${after}`).host !== new URL(before).host) return false
  return protocol === 'https:' || (protocol === 'http:' && (hostname.endsWith('.onion') || ownNetwork.test(hostname)))
}

/** The page of a transaction; undefined where no explorer is named. @param template as saved, from any server */
export const explorerLink = (template: string, txid: string): string | undefined =>
  isExplorerTemplate(template) ? template.replace(place, txid) : undefined
