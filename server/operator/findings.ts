import { counted } from '#contract/counted.ts'

/** Something that is wrong, or a hint at what is missing on purpose or by mistake. */
export interface Finding {
  /** A stable name for programs. */
  key: string
  /** A hint alone leaves the exit code at 0. */
  level: 'fault' | 'hint'
  /** What is wrong, in one sentence. */
  text: string
  /** What to do, in one sentence. */
  todo: string
}

export const fault = (key: string, text: string, todo: string): Finding => ({ key, level: 'fault', text, todo })
export const hint = (key: string, text: string, todo: string): Finding => ({ key, level: 'hint', text, todo })

const summary = (findings: readonly Finding[]) => {
  const faults = findings.filter(({ level }) => level === 'fault').length
  const hints = findings.length - faults
  if (findings.length === 0) return 'Keine Fehler gefunden.'
  return `${counted(faults, 'Fehler', 'Fehler')} und ${counted(hints, 'Hinweis', 'Hinweise')} gefunden.`
}

/** The findings for people, faults first. */
export const findingsText = (findings: readonly Finding[]) =>
  [
    ...findings
      .toSorted((a, b) => a.level.localeCompare(b.level))
      .map(({ level, text, todo }) => `${level === 'fault' ? 'Fehler ' : 'Hinweis'}  ${text}\n         ${todo}`),
    summary(findings),
  ].join('\n\n')
