import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../../src/database/postgres/connections.ts'
import { prepareServer } from '../../../src/database/postgres/server-accounts.ts'
import { accountsTemplate } from './accounts-on-postgres.ts'
import { type Cluster, startCluster } from './postgres-cluster.ts'

let cluster: Cluster | undefined

/** With ACCOUNTS_ON=postgres, relays of tests have their accounts in a PostgreSQL. */
export async function setup(): Promise<void> {
  if (process.env.ACCOUNTS_ON !== 'postgres') return
  const programs = process.env.POSTGRES
  if (!programs) throw new Error('POSTGRES names no folder')
  cluster = await startCluster(programs, { isQuick: true })
  await withConnection(cluster.url, client => client.query(`CREATE DATABASE ${accountsTemplate}`))
  const folder = await mkdtemp(join(tmpdir(), 'accounts-template-'))
  await prepareServer(cluster.url.replace('/postgres?', `/${accountsTemplate}?`), folder)
  await rm(folder, { recursive: true })
  process.env.TEST_ACCOUNTS_CLUSTER = cluster.url
}

export async function teardown(): Promise<void> {
  await cluster?.close()
}
