const ownNetwork =
  /^(localhost|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|\[::1\]|.+\.local)$/

/** The typed address without a slash at the end, or null: it must be encrypted or in the operator's own network. */
export function checkAddress(text: string): string | null {
  const url = URL.parse(text.trim())
  if (!url || url.username + url.password + url.search + url.hash !== '') return null
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && ownNetwork.test(url.hostname))
  return isSafe ? url.origin + url.pathname.replace(/\/+$/, '') : null
}
