import { openConsole } from '../support/console-visit.ts'
import { status } from '../support/stubs/stub-relay.ts'

/** A signed-in visitor of a relay whose services are all unknown. */
export const openSettings = (play: Parameters<typeof openConsole>[0] = () => {}) =>
  openConsole(
    relay => {
      relay.answers.set('GET /api/status', { body: status })
      relay.answers.set('GET /api/services', { body: [] })
      relay.answers.set('GET /api/services/ollama/models', { body: { models: [] } })
      play(relay)
    },
    { signedIn: true },
  )
