/** @param {string} url an http address */
const asWebsocket = url => url.replace(/^http/, 'ws')

/** @param {import('./wallet.mjs').WalletState} wallet */
function stateOfWallet(wallet) {
  if ('elsewhere' in wallet) return `      at ${wallet.elsewhere} (WALLET_URL)`
  if ('problem' in wallet) return 'off   the reason is above'
  if (wallet.chainSource !== 'none') return `on    ${wallet.url}, by ${wallet.chainSource}`
  return `on    ${wallet.url}, offline: name a bitcoin node (BITCOIND_URL) or an Esplora server (ESPLORA_URL)`
}

/**
 * @param {import('./part.mjs').ReadyMessage} ready
 * @param {{ dataDir: string }} place
 * @param {import('./wallet.mjs').WalletState} wallet
 */
export function stateOfParts(ready, { dataDir }, wallet) {
  const lines = [
    '',
    `  relay     on    ${asWebsocket(ready.publicUrl)} (Nostr), ${ready.publicUrl.replace(/^ws/, 'http')} (media)`,
    `  console   on    ${ready.adminUrl}`,
    `  wallet    ${stateOfWallet(wallet)}`,
    `  data            ${dataDir}`,
    '',
    ready.claimed
      ? `  Open ${ready.consoleUrl}`
      : `  Nobody has claimed this relay yet. To become its owner, open\n  ${ready.setupUrl ?? ready.consoleUrl}`,
    '',
    '  Ctrl-C stops everything.',
    '',
  ]
  return lines.join('\n')
}
