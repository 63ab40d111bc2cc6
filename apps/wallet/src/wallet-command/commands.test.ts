import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgoDurability } from '@hornets/server/database/sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { networkTraits } from '../bitcoin/network.ts'
import { openRoster } from '../context/operator-parts.ts'
import { WalletDatabase } from '../database/wallet-database.ts'
import { Vault } from '../keys/vault.ts'
import { runCommand } from './commands.ts'

afterAll(forgoDurability())
const [first, second] = ['aa'.repeat(32), 'bb'.repeat(32)]

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-command-'))
  const path = join(folder, 'wallet.db')
  const database = await WalletDatabase.open(path)
  const sealCost = { memoryKib: 64, passes: 1, lanes: 1 }
  const vault = new Vault({ database, network: networkTraits('regtest'), now: Date.now, sealCost })
  await vault.create({ password: 'the password', passphrase: '', wordCount: 12, type: 'bip84' })
  database.transact(tx => tx.run('INSERT INTO operators (pubkey) VALUES (?)', first))
  const { roster, hasPassword, close } = await openRoster(path, undefined)
  onTestFinished(async () => {
    close()
    database.close()
    await rm(folder, { recursive: true })
  })
  const lines: string[] = []
  const type = (words: string[], password: string | null = null) =>
    runCommand(words, { roster, hasPassword, say: line => lines.push(line), askSecret: async () => password })
  return { type, lines, roster }
}

test('the command line changes no operator without the wallet password', async () => {
  const { type, roster } = await open()
  await expect(type(['add-operator', second])).rejects.toThrow('Nothing was changed.')
  await expect(type(['add-operator', second], 'a guess')).rejects.toThrow('The password is wrong')
  await expect(type(['add-operator', 'bob'], 'the password')).rejects.toThrow('Give the key')
  await expect(type(['rob'], 'the password')).rejects.toThrow('There is no command "rob".')
  expect(roster.list()).toEqual([first])
})

test('with it another key is added, in the wallet that runs as well', async () => {
  const { type, lines, roster } = await open()
  await type(['add-operator', second], 'the password')
  expect(roster.list()).toEqual([first, second])
  expect(lines).toEqual([`operator  ${first}`, `operator  ${second}`])
})
