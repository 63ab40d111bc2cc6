import { ApiKeyFile } from '../wallet/api-key-file.ts'
import { ChainWatch } from '../wallet/chain-watch.ts'
import { HandedPayments } from '../wallet/intentions/handed-payments.ts'
import { openWalletCalls } from '../wallet/open-wallet-calls.ts'
import { PushGuard } from '../wallet/push-guard.ts'
import { rateSourceAt } from '../wallet/rates/rate-source.ts'
import { RatesService } from '../wallet/rates/rates-service.ts'
import { WalletService } from '../wallet/wallet-service.ts'
import type { AdminParts } from './admin-parts.ts'
import type { Frame } from './frame.ts'

/** Loading what a request needs must not delay the relay's clients. */
const firstRatesAfterMs = 1000
const askRatesEveryMs = 30_000

export type WalletParts = Awaited<ReturnType<typeof openWalletParts>>

export async function openWalletParts(
  frame: Frame,
  { adminDatabase: database, audit, settings, accounts }: AdminParts,
) {
  const { bus, now, logger, sandbox } = frame
  const rates = await openRates(frame, database)
  const wallet = new WalletService({ database, audit, bus, settings, rates, now, logger })
  const spendSignature = wallet.spendSignature.bind(wallet)
  const pushGuard = new PushGuard({ settings, audit, now, spendSignature })
  const handed = new HandedPayments({ database, now })
  const calls = sandbox ? undefined : await openCalls(frame, { accounts, settings, wallet })
  const { walletUrl } = frame.config
  const chain = sandbox ? undefined : new ChainWatch({ walletUrl, wayOut: frame.wayOut, now })
  const { addresses, lightning, paymentCalls } = calls ?? {}
  return { rates, wallet, handed, pushGuard, chain, addresses, lightning, paymentCalls }
}

async function openRates(frame: Frame, database: AdminParts['adminDatabase']): Promise<RatesService> {
  const { config, now, logger, sandbox, wayOut, opened } = frame
  const source = sandbox ? sandbox.rates : config.rateUrl && rateSourceAt(config.rateUrl, wayOut)
  const rates = opened.adopt(await RatesService.open({ database, source, now, logger }), part => part.close())
  const times = { everyMs: askRatesEveryMs, firstAfterMs: firstRatesAfterMs }
  const asking = frame.rounds.open({ name: 'exchange_rates', ...times, work: () => rates.tick() })
  // Closing the rates ends a request; waiting for it first would not.
  opened.defer(() => void asking.close())
  return rates
}

async function openCalls(frame: Frame, parts: Pick<AdminParts, 'accounts' | 'settings'> & { wallet: WalletService }) {
  const { config, folder, bus, wayOut, now, logger, opened } = frame
  const keyFile = { dataDir: folder.path, settings: parts.settings, logger }
  opened.adopt(await ApiKeyFile.open(keyFile), part => part.close())
  const calling = { walletUrl: config.walletUrl, bus, wayOut, now, logger, ...parts }
  return opened.adopt(openWalletCalls(calling), part => part.close())
}
