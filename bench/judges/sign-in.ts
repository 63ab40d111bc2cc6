import type { RawClient } from '../../apps/relay/test/support/raw-client.ts'
import type { signer } from '../../apps/relay/test/support/signer.ts'

export async function signIn(client: RawClient, person: ReturnType<typeof signer>, url: string): Promise<void> {
  const tags = [
    ['relay', url],
    ['challenge', await client.challenge()],
  ]
  const auth = person.sign({ kind: 22_242, tags })
  client.say('AUTH', auth)
  await client.hear('OK', auth.id, true)
}
