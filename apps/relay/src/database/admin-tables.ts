import type { AccountTables } from './migrations/admin/001-accounts.ts'
import type { SettingsTables } from './migrations/admin/002-settings.ts'
import type { AccessTables } from './migrations/admin/003-access.ts'
import type { AuditTables } from './migrations/admin/004-audit.ts'
import type { WalletTables } from './migrations/admin/005-wallet.ts'
import type { RateTables } from './migrations/admin/006-rates.ts'
import type { AccountExtras, InvitationTables, SessionExtras } from './migrations/admin/007-people.ts'
import type { MailCodeTables } from './migrations/admin/011-mail-codes.ts'
import type { MaintenanceTables } from './migrations/admin/012-maintenance.ts'
import type { BlockExtras } from './migrations/admin/014-blocked-by.ts'
import type { ToldTables } from './migrations/admin/018-told-payments.ts'
import type { SubscriptionTables } from './migrations/admin/019-subscriptions.ts'
import type { ReportTables } from './migrations/admin/020-reports.ts'
import type { DeliveryTables } from './migrations/admin/025-delivery.ts'
import type { HealthTables } from './migrations/admin/026-health.ts'
import type { InvoiceTables } from './migrations/admin/028-invoices.ts'
import type { SubscriberMailTables } from './migrations/admin/029-subscriber-mail.ts'
import type { ZapTables } from './migrations/admin/030-zaps.ts'
import type { ReportTypeTables } from './migrations/admin/032-report-types.ts'
import type { AssignedTables } from './migrations/admin/045-assigned-addresses.ts'
import type { ReportTextExtras, ReportTextTables } from './migrations/admin/062-report-texts.ts'
import type { StoppedMailboxTables } from './migrations/admin/065-stopped-mailboxes.ts'
import type { HandedTables } from './migrations/admin/070-handed-payments.ts'
import type { JudgeTables } from './migrations/admin/080-judges.ts'
import type { AccessListTables, BlockExpiry } from './migrations/admin/100-access-lists.ts'
import type { AccessMemberTables } from './migrations/admin/101-access-members.ts'
import type { XHandleTables } from './migrations/admin/103-x-handles.ts'
import type { RefusalTables } from './migrations/admin/110-refusals.ts'
import type { AccessRuleTables } from './migrations/admin/112-access-rules.ts'
import type { PersonNoteTables } from './migrations/admin/131-person-notes.ts'
import type { EventViewTables } from './migrations/admin/140-event-views.ts'
import type { CaseConfidence, CaseTables, ReportLabels } from './migrations/admin/145-cases.ts'
import type { ManagementTables } from './migrations/admin/152-management.ts'
import type { BackupTables } from './migrations/admin/156-backups.ts'
import type { FirstStepTables } from './migrations/admin/159-first-steps.ts'
import type { UndoneMemberTables } from './migrations/admin/163-undone-members.ts'
import type { ProvisionalTables } from './migrations/admin/170-provisional-settings.ts'
import type { AlertTables } from './migrations/admin/171-alert-rules.ts'
import type { BackupBeats } from './migrations/admin/172-backup-beats.ts'
import type { SecretAgeTables } from './migrations/admin/190-secret-ages.ts'
import type { KeyQuotaTables } from './migrations/admin/210-key-quotas.ts'
import type { OutsideTables } from './migrations/admin/220-outside-relays.ts'
import type { EventEngineTables } from './migrations/admin/270-event-engine.ts'
import type { EventMoveTables } from './migrations/admin/281-event-moves.ts'
import type { PushAttempts } from './migrations/admin/282-push-attempts.ts'

export type AdminTables = {
  accounts: AccountTables['accounts'] & AccountExtras
  sessions: AccountTables['sessions'] & SessionExtras
  blocked_pubkeys: AccessTables['blocked_pubkeys'] & BlockExtras & BlockExpiry
  report_cases: ReportTables['report_cases'] & ReportTextExtras
  reports: ReportTables['reports'] & ReportLabels
  moderation_cases: JudgeTables['moderation_cases'] & CaseConfidence
  backup_runs: BackupTables['backup_runs'] & BackupBeats
  wallet_sequences: ToldTables['wallet_sequences'] & PushAttempts
} & AccessListTables &
  AccessMemberTables &
  UndoneMemberTables &
  ManagementTables &
  AccessRuleTables &
  RefusalTables &
  PersonNoteTables &
  KeyQuotaTables &
  EventViewTables &
  CaseTables &
  SettingsTables &
  AuditTables &
  WalletTables &
  HandedTables &
  Omit<JudgeTables, 'moderation_cases'> &
  XHandleTables &
  SubscriptionTables &
  AssignedTables &
  InvoiceTables &
  ZapTables &
  SubscriberMailTables &
  StoppedMailboxTables &
  Omit<ReportTables, 'report_cases' | 'reports'> &
  ReportTextTables &
  ReportTypeTables &
  DeliveryTables &
  HealthTables &
  RateTables &
  Omit<InvitationTables, 'mail_codes'> &
  MailCodeTables &
  MaintenanceTables &
  FirstStepTables &
  SecretAgeTables &
  OutsideTables &
  EventEngineTables &
  EventMoveTables &
  ProvisionalTables &
  AlertTables &
  Omit<BackupTables, 'backup_runs'>
