import type { Serve } from '@hornets/server/http/serve'
import type { FastifyInstance } from 'fastify'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { Context } from '../context.ts'
import type { Demo } from '../demo/demo.ts'
import type { SandboxApp } from '../demo/sandbox-app.ts'

/** What the calls of the admin server are mounted on. */
export interface AdminMount {
  readonly app: FastifyInstance
  readonly serve: Serve<AdminSession>
  /** The same in a scope of its own, as for bodies that are streams. */
  readonly serveOn: (scope: FastifyInstance) => Serve<AdminSession>
  readonly context: Context
  readonly demo: Demo | undefined
  /** Set in the demo itself. */
  readonly sandbox: SandboxApp | undefined
  readonly isDemoOn: () => boolean
}
