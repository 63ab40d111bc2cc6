import { type Cluster, startCluster } from './postgres-cluster.ts'

let cluster: Cluster | undefined

/** With ACCOUNTS_ON=postgres, relays of tests have their accounts in a PostgreSQL. */
export async function setup(): Promise<void> {
  if (process.env.ACCOUNTS_ON !== 'postgres') return
  const programs = process.env.POSTGRES
  if (!programs) throw new Error('POSTGRES names no folder')
  cluster = await startCluster(programs, { isQuick: true })
  process.env.TEST_ACCOUNTS_CLUSTER = cluster.url
}

export async function teardown(): Promise<void> {
  await cluster?.close()
}
