import { isIPv6 } from 'node:net'
import { general } from '@hornets/contract/admin/settings'
import { openAdminDoor } from './admin-door.ts'
import type { Context } from './context.ts'
import { openDemo } from './demo/open-demo.ts'
import { findFreeBasePort } from './free-ports.ts'

/** The relay with its doors open. */
export interface App {
  /** Websocket address of the public door, whether it is open now or not. */
  readonly publicUrl: string
  /** Of the listener itself. */
  readonly adminUrl: string
  /** Where people reach the console: by the name that it was given (CONSOLE_URL), else at the listener. */
  readonly consoleUrl: string
  /** Where to claim the relay, with its setup token; undefined once it has been claimed. */
  setupUrl(): string | undefined
  close(): Promise<void>
}

/** Opens the admin door, and the public door as `general.proxy` says and as it changes. */
export async function openApp(context: Context): Promise<App> {
  const { config, settings, publicListener, logger } = context
  const base = await basePortOf(context)
  const setPublicDoor = (open: boolean) => (open ? publicListener.open(base + 1) : publicListener.close())
  await setPublicDoor(settings.get(general).proxy)
  const unfollow = settings.onChange(general, ({ proxy }) => {
    setPublicDoor(proxy).catch(err => logger.error({ err }, 'the public door could not be opened or closed'))
  })
  const demo = await openDemo(context)
  const admin = await openAdminDoor(context, base + 2, demo)
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
      // Its open streams would hold the door open.
      await demo.close()
      await Promise.all([admin.close(), publicListener.close()])
    },
  }
}

async function basePortOf({ config, settings }: Context): Promise<number> {
  if (config.basePort === 0) return findFreeBasePort([config.publicHost, config.adminHost])
  return config.basePort ?? Number(settings.get(general).port)
}

/** Who listens everywhere is reached here. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}
