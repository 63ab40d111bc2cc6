import { email, outgoing, relayInfo } from '@hornets/contract/admin/settings'
import { signInLimits } from '../accounts/limits.ts'
import { namesOf } from '../accounts/names.ts'
import { openAccounts } from '../accounts/open-accounts.ts'
import { usualPasswordCost } from '../accounts/password/password.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { AuditReader } from '../audit/audit-reader.ts'
import { openBuiltInJudge } from '../built-in-judge/open-built-in-judge.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { openAdminDatabase } from '../database/open-admin-database.ts'
import { SecretBox } from '../database/secret-box.ts'
import { ChangingMailer } from '../mail/changing-mailer.ts'
import { Mails } from '../mail/mails.ts'
import { smtpAddressOf } from '../mail/smtp-address.ts'
import { Maintenance } from '../maintenance/maintenance.ts'
import { tryBucket } from '../media/library/stores/s3-trial.ts'
import { RelayNames } from '../nostr/relay-info/relay-names.ts'
import { openRefusals } from '../refusals/open-refusals.ts'
import { mailSight, proxySight } from '../services/connection-sights.ts'
import { ServiceStates } from '../services/service-states.ts'
import { TrialService } from '../services/trial-service.ts'
import { consoleTakenUpMs } from '../settings/console-by-command.ts'
import { overriddenSettings, valuesOfEnvironment } from '../settings/environment-values.ts'
import { followOutgoing } from '../settings/outgoing-settings.ts'
import { RelaySettingsService } from '../settings/relay-settings-service.ts'
import { SettingsService } from '../settings/settings-service.ts'
import { foldersOfDemo } from '../settings/temporary-folders.ts'
import type { ContextOptions, Frame } from './frame.ts'

const settleAuditEveryMs = 60_000

export type AdminParts = Awaited<ReturnType<typeof openAdminParts>>

/** The admin database and what operators manage in it: settings, accounts, the audit log. */
export async function openAdminParts(frame: Frame, options: ContextOptions) {
  const { config, folder, bus, now, logger, rounds, sandbox, isGenuine, opened } = frame
  const adminDatabase = opened.adopt(await openAdminDatabase(frame.adminPlace, logger), part => part.close())
  const database = adminDatabase
  const audit = openAudit(frame, database)
  const auditReader = new AuditReader(database.reads, pubkeys => namesOf(database.reads, pubkeys))
  const box = await SecretBox.open(folder.path)
  const fixed = sandbox ? foldersOfDemo : valuesOfEnvironment(config)
  const overridden = sandbox ? [] : overriddenSettings(config.basePort)
  const settings = await SettingsService.open({ database, audit, box, logger, fixed, overridden })
  if (!sandbox) opened.defer(followOutgoing(settings, frame.wayOut))
  takeUpConsole(frame, settings)
  const { dailyMegabytes } = config
  const relaySettings = await RelaySettingsService.open({ database, audit, now, logger, dailyMegabytes })
  const refusals = opened.adopt(openRefusals({ database, rounds, now, logger }), part => part.close())
  const serviceStates = new ServiceStates(now)
  const trials = new TrialService({ settings, wayOut: sandbox ? undefined : frame.wayOut, tryBucket, now })
  if (config.builtInJudge && !sandbox) openJudge(frame, settings, serviceStates)
  const looking = { reads: database.reads, isForced: config.maintenance, rounds, logger }
  const maintenance = opened.adopt(await Maintenance.open(looking), part => part.close())

  const relayName = () => settings.get(relayInfo).relayname
  const mails = openMails(frame, settings, relayName)
  watchConnections(frame, settings, serviceStates, mails)
  const names = new RelayNames({ publicUrl: config.publicUrl, settings })
  const people = await openAccounts({
    relayAddress: () => names.addresses()[0],
    dataDir: folder.path,
    database,
    audit,
    box,
    mails,
    bus,
    isGenuine,
    now,
    logger,
    limits: options.signInLimits ?? signInLimits,
    passwordCost: options.passwordCost ?? usualPasswordCost,
    canRestore: frame.restart !== undefined,
    relayName,
    // Demo visitors have no password.
    asksPasswordAgain: sandbox === undefined,
  })
  const kept = {
    adminDatabase,
    audit,
    auditReader,
    refusals,
    box,
    settings,
    relaySettings,
    maintenance,
    serviceStates,
    trials,
  }
  return { ...kept, mails, relayName, ...people }
}

function openAudit({ now, logger, rounds, opened }: Frame, database: AdminDatabase): AuditLog {
  const audit = opened.adopt(new AuditLog(database, now, logger), part => part.settle({ all: true }))
  const round = rounds.open({ name: 'audit_log', everyMs: settleAuditEveryMs, work: () => audit.settle() })
  opened.defer(() => round.close())
  return audit
}

function openJudge(frame: Frame, settings: SettingsService, states: ServiceStates): void {
  const { config, folder, wayOut, now, logger, opened } = frame
  const { programFolders, extraCertificates } = config
  const parts = { settings, dataDir: folder.path, programFolders, extraCertificates, wayOut, now, logger }
  const judge = opened.adopt(openBuiltInJudge(parts), part => part.close())
  states.registerJudge(() => judge.state())
}

/** A command on the server turns the console on in the database only: a running relay looks there. */
function takeUpConsole({ rounds, opened }: Frame, settings: SettingsService): void {
  const work = () => settings.takeUpConsole()
  const round = rounds.open({ name: 'console_switch', everyMs: consoleTakenUpMs, work })
  opened.defer(() => round.close())
}

function openMails(
  { sandbox, wayOut, now, logger, opened }: Frame,
  settings: SettingsService,
  relayName: () => string,
) {
  const mailer = new ChangingMailer(wayOut)
  const mails = opened.adopt(new Mails({ mailer, relayName, now, logger }), part => part.close())
  if (sandbox) return mails
  const use = () => {
    mailer.use(smtpAddressOf(settings.get(email)))
    mails.forgetTrouble()
  }
  use()
  opened.defer(settings.onChange(email, use))
  opened.defer(settings.onChange(outgoing, use))
  return mails
}

function watchConnections({ wayOut, opened }: Frame, settings: SettingsService, states: ServiceStates, mails: Mails) {
  const lookAtMails = states.watch('email', () => mailSight(mails))
  const lookAtProxy = states.watch('outgoing', () => proxySight(wayOut))
  opened.defer(settings.onChange(email, lookAtMails))
  opened.defer(settings.onChange(outgoing, lookAtProxy))
}
