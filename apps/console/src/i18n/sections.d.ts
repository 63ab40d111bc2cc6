declare module '*.json?sections=auth' {
  const sections: import('../features/auth/texts/read-text.ts').Texts
  export = sections
}
declare module '*.json?sections=auth,messages' {
  const sections: import('../features/auth/texts/read-text.ts').Texts
  export = sections
}
declare module '*.json?sections=authLater,role' {
  const sections: import('../features/auth/texts/read-text.ts').LaterTexts
  export = sections
}
