// One file for all screens after the login (screens.ts).
export { ForgotPage } from './forgot-page.tsx'
export { LockPage } from './lock-page.tsx'
export { NewPasswordPage } from './new-password-page.tsx'
export { SecurityCodePage } from './security-code-page.tsx'
export { SignUpPage } from './sign-up-page.tsx'
export { TwoFactorPage } from './two-factor-page.tsx'
