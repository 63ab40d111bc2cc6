import { general } from '@hornets/contract/admin/settings'
import type { Context } from '../context.ts'
import type { Demo } from '../demo/demo.ts'
import { hostInUrl } from '../listeners/host-in-url.ts'
import type { AdminServer } from './admin-server.ts'
import { findFreeBasePort } from './free-ports.ts'

const triesOfFreePorts = 3

export interface App {
  readonly publicUrl: string
  readonly adminUrl: string
  readonly consoleUrl: string
  /** Claim address with the setup token; undefined once claimed. */
  setupUrl(): string | undefined
  close(): Promise<void>
}

export async function openApp(context: Context): Promise<App> {
  const { config, settings, publicListener, logger } = context
  const { base, admin, demo } = await openServers(context)
  const unfollow = settings.onChange(general, ({ proxy }) => {
    setPublicServer(context, base, proxy).catch(err =>
      logger.error({ err }, 'could not open or close the public server'),
    )
  })
  const adminUrl = `http://${hostInUrl(config.adminHost)}:${admin.port}`
  const consoleUrl = config.consoleUrl ?? adminUrl
  return {
    publicUrl: `ws://${hostInUrl(config.publicHost)}:${base + 1}`,
    adminUrl,
    consoleUrl,
    setupUrl: () =>
      context.accounts.isClaimed() ? undefined : `${consoleUrl}/auth/sign-up?setup=${context.setupToken.value}`,
    close: async () => {
      unfollow()
      // Its open streams would keep the server from closing.
      await demo.close()
      await Promise.all([admin.close(), publicListener.close()])
    },
  }
}

interface Servers {
  readonly base: number
  readonly admin: AdminServer
  readonly demo: Demo
}

async function openServers(context: Context): Promise<Servers> {
  const { basePort, publicHost, adminHost } = context.config
  if (basePort !== 0) return openServersAt(context, basePort ?? Number(context.settings.get(general).port))
  for (let tries = triesOfFreePorts; ; tries--) {
    try {
      return await openServersAt(context, await findFreeBasePort([publicHost, adminHost]))
    } catch (error) {
      // Another program took the ports after they were found free.
      if (tries === 1 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

async function openServersAt(context: Context, base: number): Promise<Servers> {
  await setPublicServer(context, base, context.settings.get(general).proxy)
  try {
    return { base, ...(await openAdminSide(context, base + 2)) }
  } catch (error) {
    await context.publicListener.close()
    throw error
  }
}

/** Its code is loaded only now: clients of the relay are served earlier. */
async function openAdminSide(context: Context, port: number): Promise<Pick<Servers, 'admin' | 'demo'>> {
  const [{ createAdminApp, openAdminServer }, { openDemo }] = await Promise.all([
    import('./admin-server.ts'),
    import('../demo/open-demo.ts'),
  ])
  const demo = await openDemo(context, createAdminApp)
  try {
    return { demo, admin: await openAdminServer(context, port, demo) }
  } catch (error) {
    await demo.close()
    throw error
  }
}

const setPublicServer = ({ publicListener }: Context, base: number, open: boolean) =>
  open ? publicListener.open(base + 1) : publicListener.close()
