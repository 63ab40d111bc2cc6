const place = '{txid}'

/** Hosts reached without the internet, where plain HTTP exposes nothing. */
const ownNetwork =
  /^(localhost|.+\.local|127(\.\d{1,3}){3}|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|\[::1\])$/

/** https with `{txid}` once after its host; http only for onion services and private networks. */
export function isExplorerTemplate(template: string): boolean {
  const [before = '', after, ...more] = template.split(place)
  if (after === undefined || more.length > 0 || !URL.canParse(before) || !URL.canParse(before + after)) return false
  const { protocol, hostname, username, password } = new URL(before)
  // The host must not depend on the placeholder.
  if (username + password !== '' || new URL(`${before}0${after}`).host !== new URL(before).host) return false
  return protocol === 'https:' || (protocol === 'http:' && (hostname.endsWith('.onion') || ownNetwork.test(hostname)))
}

/** The explorer page of a transaction; undefined without an explorer. @param template as saved, from any server */
export const explorerLink = (template: string, txid: string): string | undefined =>
  isExplorerTemplate(template) ? template.replace(place, txid) : undefined
