import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

export interface SandboxApp {
  readonly bodyLimitBytes: number
  readonly guard: (app: FastifyInstance) => void
  readonly mountWallet: (app: FastifyInstance) => void
}

export type CreateSandboxApp = (context: Context, options: { readonly sandbox: SandboxApp }) => Promise<FastifyInstance>
