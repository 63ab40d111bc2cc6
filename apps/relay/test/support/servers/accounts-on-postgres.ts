import { createHash } from 'node:crypto'
import pg from 'pg'

/** Has this version's tables, which take seconds to make. */
export const accountsTemplate = 'accounts_template'

/** Set where tests run with accounts in PostgreSQL (ACCOUNTS_ON=postgres). */
const clusterUrl = process.env.TEST_ACCOUNTS_CLUSTER

const nameOf = (folder: string) => `accounts_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`

/** False: rows of accounts are in no file, which some tests open or damage. */
export const hasAccountsFile = !clusterUrl

/** For commands on a data folder. */
export async function commandVariables(dataDir: string): Promise<Record<string, string>> {
  const url = await accountsFor(dataDir)
  return { DATA_DIR: dataDir, ...(url !== undefined && { ACCOUNTS_DATABASE_URL: url }) }
}

async function ask<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  return await work(client).finally(() => client.end())
}

/** A database of its own for each data folder; undefined: accounts are in the folder. */
export async function accountsFor(folder: string): Promise<string | undefined> {
  if (!clusterUrl) return undefined
  const name = nameOf(folder)
  await ask(async client => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE ${accountsTemplate}`)
  })
  return clusterUrl.replace('/postgres?', `/${name}?`)
}

export async function dropAccountsOf(folder: string): Promise<void> {
  if (clusterUrl) await ask(client => client.query(`DROP DATABASE IF EXISTS ${nameOf(folder)} WITH (FORCE)`))
}
