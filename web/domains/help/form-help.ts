import type { ParentsHelp } from './parents-help.ts'

export const FORM_HELP: ParentsHelp = {
  title: 'Hilfe zur Bewerbung',
  entries: [
    {
      question: 'Was brauche ich?',
      answer: 'Geburtsdatum und Anschrift Ihres Kindes und Ihre E-Mail-Adresse. Es dauert etwa fünf Minuten.',
    },
    {
      question: 'Kann ich unterbrechen?',
      answer:
        'Ja. Ihre Angaben bleiben 24 Stunden gespeichert. Öffnen Sie die Seite auf demselben Gerät noch einmal, dann geht es weiter.',
    },
    {
      question: 'Was muss ich ausfüllen?',
      answer: 'Alles, was nicht „(optional)“ heißt. Fehlt etwas, sagt die Seite es und führt Sie zum Feld.',
    },
    {
      question: 'Ich habe mich vertippt.',
      answer:
        'Vor dem Absenden sehen Sie alle Angaben und können jede ändern. Haben Sie schon abgesendet, hilft die Schule am Telefon.',
    },
    {
      question: 'Es kommt keine E-Mail.',
      answer: 'Bitte sehen Sie auch im Spam-Ordner nach. Rufen Sie sonst bitte in der Schule an.',
    },
    {
      question: 'Ich habe mehrere Kinder.',
      answer: 'Nach dem Absenden können Sie mit derselben Anschrift ein weiteres Kind anmelden.',
    },
  ],
}
