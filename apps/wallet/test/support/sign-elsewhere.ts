import { Transaction } from '@scure/btc-signer'
import { expect } from 'vitest'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { deriveAccount } from '../../src/keys/account/account.ts'
import { seedOfWords } from '../../src/keys/secrets/mnemonic.ts'

export async function signElsewhere(psbt: string, words: string[], type: 'bip84' | 'bip86'): Promise<string> {
  const account = deriveAccount(await seedOfWords(words, ''), type, networkTraits('regtest'))
  const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
  for (let position = 0; position < transaction.inputsLength; position += 1) {
    const input = transaction.getInput(position)
    const path = input.bip32Derivation?.[0]?.[1].path ?? input.tapBip32Derivation?.[0]?.[1].der.path ?? []
    expect(path.slice(0, 3).map((step: number) => step & 0x7fffffff)).toEqual([type === 'bip84' ? 84 : 86, 1, 0])
    const [branch = 0, index = 0] = path.slice(3)
    transaction.signIdx(account.deriveChild(branch).deriveChild(index).privateKey as Uint8Array, position)
  }
  return Buffer.from(transaction.toPSBT(0)).toString('base64')
}
