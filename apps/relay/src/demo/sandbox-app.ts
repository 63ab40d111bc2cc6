import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** How the demo's app differs from the real one. */
export interface SandboxApp {
  readonly bodyLimitBytes: number
  /** Called before any route is registered. */
  readonly guard: (app: FastifyInstance) => void
  /** Replaces the routes to the wallet service. */
  readonly mountWallet: (app: FastifyInstance) => void
}

/** The admin server's routes over a sandbox's parts. */
export type CreateSandboxApp = (context: Context, options: { readonly sandbox: SandboxApp }) => Promise<FastifyInstance>
