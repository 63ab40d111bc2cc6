import { findImports } from '../find-imports.ts'
import { isContext, isTest } from '../place.ts'
import type { Rule } from '../source-file.ts'

const isWallet = (path: string) => path.startsWith('apps/wallet/') && !isTest(path)
const isKeys = (path: string) => path.startsWith('apps/wallet/src/keys/')

/** Modules that derive keys, know words or sign. The coders of transactions and scripts only read and write bytes. */
const signs = (name: string) =>
  /^(@scure\/(bip32|bip39|btc-signer)|@noble\/|secp256k1|tiny-secp256k1)/.test(name) &&
  name !== '@scure/btc-signer/script.js'

/** Files of keys/ that handle a private key or its ingredients. */
const holdsSecrets = (path: string) =>
  isKeys(path) && /\/(mnemonic|seal|sealed-words|secret|open-keys|signatures|vault|key-store)\.ts$/.test(path)

export const walletRules: Rule[] = [
  {
    name: 'keys-in-one-room',
    reason:
      "Only the wallet's keys/ imports a library that derives keys or signs: where a key may be is one folder. Bytes may be read and written anywhere.",
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => isWallet(path) && !isKeys(path),
        one => one.package !== undefined && signs(one.specifier),
      ),
  },
  {
    name: 'secrets-by-the-vault',
    reason:
      'Outside keys/ the vault is passed on only as a type and created only in context/: nothing else opens a secret.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => isWallet(path) && !isKeys(path) && !isContext(path),
        one => !one.typeOnly && one.target !== undefined && holdsSecrets(one.target),
      ),
  },
]
