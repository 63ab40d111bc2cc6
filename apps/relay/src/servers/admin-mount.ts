import type { Serve } from '@hornets/server/http/serve'
import type { FastifyInstance } from 'fastify'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { Context } from '../context.ts'
import type { Demo } from '../demo/demo.ts'
import type { SandboxApp } from '../demo/sandbox-app.ts'

export interface AdminMount {
  readonly app: FastifyInstance
  readonly serve: Serve<AdminSession>
  readonly serveOn: (scope: FastifyInstance) => Serve<AdminSession>
  readonly context: Context
  readonly demo: Demo | undefined
  readonly sandbox: SandboxApp | undefined
  readonly isDemoOn: () => boolean
}
