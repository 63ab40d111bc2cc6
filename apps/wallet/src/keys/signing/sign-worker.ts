// The thread that holds an unlocked wallet's keys. Signer starts it and is its only contact.
import { parentPort } from 'node:worker_threads'
import { HDKey } from '@scure/bip32'
import { signPlan } from './sign.ts'
import type { SignerAnswer, SignerOrder } from './signer.ts'

const port = parentPort
if (!port) throw new Error('the signer runs as a worker')

let account: HDKey | undefined
let subscribers: HDKey | undefined

port.on('message', (order: SignerOrder) => {
  if (order.kind === 'open') {
    account = new HDKey(order.account)
    subscribers = order.subscribers && new HDKey(order.subscribers)
  } else if (order.kind === 'wipe') wipe()
  else void sign(order)
})

async function sign({ id, plan, spendKind }: Extract<SignerOrder, { kind: 'sign' }>): Promise<void> {
  try {
    if (!account) throw new Error('expected a private key, got none')
    answer({ id, raw: await signPlan(plan, account, spendKind, subscribers) })
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : 'signing failed' })
  }
}

/** HDKey keeps the given buffers themselves: they are overwritten, and the thread ends. */
function wipe(): void {
  account?.wipePrivateData()
  subscribers?.wipePrivateData()
  account = undefined
  subscribers = undefined
  port?.close()
}

function answer(what: SignerAnswer): void {
  port?.postMessage(what)
}
