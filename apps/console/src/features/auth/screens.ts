import { secondStage } from './stages.ts'

const later = () => import('./pages/later.ts')

export const ForgotPage = secondStage(async () => (await later()).ForgotPage)
export const LockPage = secondStage(async () => (await later()).LockPage)
export const NewPasswordPage = secondStage(async () => (await later()).NewPasswordPage)
export const SecurityCodePage = secondStage(async () => (await later()).SecurityCodePage)
export const SignUpPage = secondStage(async () => (await later()).SignUpPage)
export const TwoFactorPage = secondStage(async () => (await later()).TwoFactorPage)
