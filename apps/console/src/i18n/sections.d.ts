declare module '*.json?part=signIn' {
  const sections: import('./language.ts').Sections
  export = sections
}
