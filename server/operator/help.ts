import type { Command } from './command.ts'

/** What people type before the command: in a checkout npm starts it. */
export const programName = () => (process.env.npm_lifecycle_event === undefined ? 'schulhof' : 'npm run admin --')

type Options = Readonly<Record<string, { value?: string; help: string }>>

const column = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length)) + 2

/** The commands with a line each. */
export const overview = (commands: readonly Command[]) => {
  const lines = commands.map(({ name, args = [], summary }) => ({ call: [name, ...args].join(' '), summary }))
  const width = column(lines.map(({ call }) => call))
  return [
    `${programName()} BEFEHL`,
    '',
    ...lines.map(({ call, summary }) => `  ${call.padEnd(width)}${summary}`),
    '',
    'Mehr über einen Befehl zeigt --help. Welche Installation gemeint ist, sagen dieselben Einstellungen wie beim Server;',
    'ist es ein Dienst, so liest --settings /etc/schulhof/schulhof.env sie aus dessen Datei.',
    'Der Rückgabewert ist 0, wenn alles gelang, 1, wenn etwas scheiterte, und 2, wenn der Aufruf falsch war.',
  ].join('\n')
}

/** The line of the list is a part of a sentence; above the details it stands alone. */
const asSentence = (summary: string) => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`

/** The whole help of one command. */
export const helpOf = ({ name, args = [], summary, details }: Command, options: Options) => {
  const lines = Object.entries(options).map(([option, { value, help }]) => ({
    call: `--${option}${value ? ` ${value}` : ''}`,
    help,
  }))
  const width = column(lines.map(({ call }) => call))
  return [
    `${[programName(), name, ...args].join(' ')}`,
    '',
    asSentence(summary),
    ...(details ? [details] : []),
    '',
    ...lines.map(({ call, help }) => `  ${call.padEnd(width)}${help}`),
  ].join('\n')
}
