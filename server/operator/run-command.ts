import { parseArgs } from 'node:util'
import { explain } from '#server/backup/command-line.ts'
import { readEnv } from '#server/env.ts'
import { type Call, type Command, EXIT, type Exit, OperatorError, type Terminal, WrongCall } from './command.ts'
import { COMMANDS } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { readSettingsFile } from './settings-file.ts'

const YES = { yes: { help: 'fragt nicht nach' } }
const EVERYWHERE = {
  settings: { value: 'DATEI', help: 'liest die Einstellungen aus dieser Datei, wie es der Dienst tut' },
  help: { help: 'zeigt diese Hilfe' },
}

/** All options of a command, with those that every command has. */
export const optionsOf = ({ options, isAsking }: Command) => ({ ...options, ...(isAsking ? YES : {}), ...EVERYWHERE })

const wordsOf = ({ name }: Command) => name.split(' ')

/** The command with the longest name that the line begins with. */
const findCommand = (line: readonly string[]) =>
  COMMANDS.filter((command) => wordsOf(command).every((word, index) => line[index] === word)).sort(
    (a, b) => wordsOf(b).length - wordsOf(a).length,
  )[0]

/** Options before the command belong to it, too: the installed program puts `--settings` there. */
const splitFront = (line: readonly string[]) => {
  const front: string[] = []
  const rest = [...line]
  while (rest[0]?.startsWith('--settings')) front.push(...rest.splice(0, rest[0].includes('=') ? 1 : 2))
  return { front, rest }
}

const parse = (command: Command, words: readonly string[]) => {
  const options = Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, option]) => [
      name,
      {
        type: 'value' in option && option.value ? 'string' : 'boolean',
        multiple: 'isList' in option && option.isList === true,
      } as const,
    ]),
  )
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (cause) {
    throw new WrongCall('Diese Angaben werden nicht verstanden.', { cause })
  }
}

const YES_WORDS = ['j', 'ja']

const confirmed = async ({ say, ask }: Terminal, whatHappens: string) => {
  say(whatHappens)
  const answer = await ask('Weiter? [j/N] ')
  if (!YES_WORDS.includes((answer ?? '').trim().toLowerCase()))
    throw new OperatorError('Abgebrochen. Es wurde nichts geändert.')
}

type Parsed = ReturnType<typeof parse>

function callOf(terminal: Terminal, { values, positionals }: Parsed): Call {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const file = text('settings')
  const variables = file === undefined ? terminal.variables : readSettingsFile(file, terminal.variables)
  return {
    ...terminal,
    variables,
    args: positionals,
    option: text,
    list: (name) => (Array.isArray(values[name]) ? values[name].map(String) : []),
    has: (name) => values[name] === true,
    settings: () => readEnv(variables),
    confirm: async (whatHappens) => {
      if (values.yes !== true) await confirmed(terminal, whatHappens)
    },
  }
}

/** As people know it from other manuals: [DATEI]. */
const isOptional = (name: string) => name.startsWith('[')

async function runFound(command: Command, words: readonly string[], terminal: Terminal): Promise<Exit> {
  const parsed = parse(command, words)
  if (parsed.values.help === true) {
    terminal.say(helpOf(command, optionsOf(command)))
    return EXIT.ok
  }
  const wanted = command.args ?? []
  const missing = wanted.slice(parsed.positionals.length).filter((name) => !isOptional(name))
  if (missing.length > 0) throw new WrongCall(`Bitte nennen Sie noch: ${missing.join(', ')}.`)
  if (parsed.positionals.length > wanted.length)
    throw new WrongCall(`Das ist zu viel: ${parsed.positionals.slice(wanted.length).join(' ')}`)
  return (await command.run(callOf(terminal, parsed))) ?? EXIT.ok
}

const HELP_WORDS = ['help', '--help', '-h']

/** The answer to a line that names no command: the list of commands, of one group if the line begins with its name. */
function explainLine(line: readonly string[], { say, remark }: Terminal): Exit {
  const [first] = line
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `))
  const list = overview(group.length > 0 ? group : COMMANDS)
  const wantsHelp = line.length === 0 || HELP_WORDS.includes(line.at(-1) ?? '')
  const isGroup = line.length === 1 && group.length > 0
  const fault = isGroup ? 'Bitte nennen Sie den ganzen Befehl.' : `Den Befehl „${line.join(' ')}“ gibt es nicht.`
  if (wantsHelp) say(list)
  else remark(`${fault}\n\n${list}`)
  return wantsHelp && line.length > 0 ? EXIT.ok : EXIT.wrongCall
}

/** Runs one line of the command line and returns the exit code of the process; it throws nothing. */
export async function runCommand(line: readonly string[], terminal: Terminal): Promise<Exit> {
  const { front, rest } = splitFront(line)
  const command = findCommand(rest)
  if (!command) return explainLine(rest, terminal)
  try {
    return await runFound(command, [...front, ...rest.slice(wordsOf(command).length)], terminal)
  } catch (error) {
    terminal.remark(explain(error))
    if (!(error instanceof WrongCall)) return EXIT.failed
    terminal.remark(`\n${helpOf(command, optionsOf(command))}`)
    return EXIT.wrongCall
  }
}
