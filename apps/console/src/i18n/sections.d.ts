declare module '*.json?part=signIn' {
  const sections: import('./texts.ts').Sections
  export = sections
}
