import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where tests run on the embedded engine. */
    postgresUrl: string | undefined
  }
}

let cluster: Cluster | undefined

export async function setup(project: TestProject): Promise<void> {
  const programs = process.env.POSTGRES
  if (!programs) throw new Error('POSTGRES names no folder')
  cluster = await startCluster(programs)
  project.provide('postgresUrl', cluster.url)
}

export async function teardown(): Promise<void> {
  await cluster?.close()
}
