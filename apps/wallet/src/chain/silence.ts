import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { SocksProxyError } from '@hornets/server/outgoing/way-out'
import { type ChainError, chainError } from './chain.ts'

/** The error for an unreachable source: its own silence, or that of the proxy. */
export function silence(
  ofSource: typeof chainSentences.nodeSilent | typeof chainSentences.esploraSilent,
  cause: unknown,
): ChainError {
  if (!(cause instanceof SocksProxyError)) return chainError(ofSource, {}, cause)
  const sentence = cause.state === 'refuses' ? chainSentences.proxyRefuses : chainSentences.proxySilent
  return chainError(sentence, {}, cause)
}
