import type { send } from '../calls/transport.ts'
import type { FamilySignIn } from './other-server.ts'
import { keepDialect, sendToServer } from './server.ts'

const verifyPath = '/verify'

/** The answer to the signature tells what the server is: those of the family number their users. */
export const sendAndRecognise: typeof send = async request => {
  if (request.path !== verifyPath) return sendToServer(request)
  const answer = await sendToServer(request)
  if (!isOfFamily(answer)) {
    keepDialect(undefined)
    return answer
  }
  return (await import('../family/sign-in.ts')).signInTo(answer)
}

function isOfFamily(answer: unknown): answer is FamilySignIn {
  const { token, user } = (answer ?? {}) as Partial<FamilySignIn>
  return typeof token === 'string' && typeof user?.id === 'number' && typeof user.npub === 'string'
}
