import { getChainSource, saveChainSource, testChainSource } from '@hornets/contract/wallet/chain-source'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Session } from '../../operators/tokens.ts'
import type { ChainSource } from './source-service.ts'

interface SourceRouteParts {
  readonly source: ChainSource
  readonly audit: AuditLog
  readonly onChosen: () => void
}

export function sourceRoutes(serve: Serve<Session>, { source, audit, onChosen }: SourceRouteParts): void {
  serve(getChainSource, () => source.describe())

  serve(testChainSource, async ({ body }) => {
    const began = performance.now()
    const { height, synced } = await source.test(body)
    return { height, synced, took_ms: Math.round(performance.now() - began) }
  })

  serve(saveChainSource, async ({ body, session, request }) => {
    const actor = { pubkey: session.pubkey, address: callerOf(request).address }
    await audit.refusals(actor, saveChainSource.audit, () => source.save(body))
    audit.recordDone(actor, saveChainSource.audit, body.kind)
    onChosen()
    return source.describe()
  })
}
