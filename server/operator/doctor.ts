import { type Command, EXIT } from './command.ts'
import { findingsText } from './findings.ts'

/** The first thing to call when something is wrong. */
export const doctor: Command = {
  name: 'doctor',
  options: {
    certificate: {
      value: 'DATEI',
      isList: true,
      help: 'prüft auch, bis wann dieses Zertifikat gilt; mehrfach möglich',
    },
    json: { help: 'schreibt die Befunde als JSON' },
  },
  summary: 'sucht nach Fehlern und sagt zu jedem in einem Satz, was zu tun ist',
  details:
    'Geprüft werden Einstellungen, Schlüssel, Datenbank, Rollen, Uhr, Datenträger, Sicherungen, Mailserver, Postfach,\nAnmeldedienste, Aufgaben und Zertifikat. Es wird nichts geändert. Der Rückgabewert ist 1, wenn ein Fehler dabei ist; ein Hinweis allein ist keiner.',
  async run(call) {
    // Loaded only here, so that the other commands stay small.
    const { examine } = await import('./examine-installation.ts')
    const findings = await examine(call)
    const isWell = findings.every(({ level }) => level === 'hint')
    call.say(call.has('json') ? JSON.stringify({ is_well: isWell, findings }, null, 2) : findingsText(findings))
    return isWell ? EXIT.ok : EXIT.failed
  },
}
