/** @param {string} url an http address */
const asWebsocket = url => url.replace(/^http/, 'ws')

/**
 * What runs, what is off and why, and the one address to open.
 * @param {import('./part.mjs').ReadyMessage} ready
 * @param {{ dataDir: string }} place
 */
export function stateOfParts(ready, { dataDir }) {
  const lines = [
    '',
    `  relay     on    ${asWebsocket(ready.publicUrl)} (Nostr), ${ready.publicUrl.replace(/^ws/, 'http')} (media)`,
    `  console   on    ${ready.adminUrl}`,
    `  data            ${dataDir}`,
    '',
    ready.claimed
      ? `  Open ${ready.adminUrl}`
      : `  Nobody has claimed this relay yet. To become its owner, open\n  ${ready.setupUrl ?? ready.adminUrl}`,
    '',
    '  Ctrl-C stops everything.',
    '',
  ]
  return lines.join('\n')
}
