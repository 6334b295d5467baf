// Every text of the server's own pages, in German.
import type { Texts } from './english'
import { counted } from './counted'

export const german: Texts = {
  locale: 'de',

  logIn: 'Anmelden',
  haveAccount: 'Du hast hier schon ein Konto?',

  fields: {
    email: 'E-Mail-Adresse',
    emailHint: 'Damit meldest du dich an.',
    linkHint: 'Dorthin schicken wir einen Link, mit dem es weitergeht.',
    name: 'Name',
    nameHint: 'So sehen dich die anderen hier.',
    password: 'Passwort',
    passwordHint: (least) => `Mindestens ${zeichen(least)}.`,
    newPassword: 'Neues Passwort',
  },

  login: {
    wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    forgot: 'Passwort vergessen?',
    setAnother: 'Ein neues setzen',
    askAdministrator: 'Wer die Organisation verwaltet, kann dir einen Link für ein neues schicken.',
    newHere: 'Neu hier?',
    createAccount: 'Konto anlegen',
  },

  deactivatedAccount: {
    title: 'Dein Konto ist deaktiviert',
    text: (email) =>
      `Das Konto von ${email} wurde deaktiviert: Niemand kann sich damit anmelden. Wer die Organisation verwaltet, kann es dir zurückgeben.`,
    another: 'Mit einem anderen Konto anmelden',
  },

  join: {
    title: (organization) => `Bei ${organization} mitmachen`,
    invites: (inviter) => `Du bist von ${inviter} eingeladen.`,
    submit: 'Mitmachen',
    channels: 'Kanäle',
    channelsHint: 'Wo du anfängst, neben den Kanälen, in denen alle anfangen.',
    sendLink: 'Link schicken',
    sent: {
      title: 'Sieh in deine Post',
      text: 'Ein Link ist unterwegs an deine Adresse: Mit ihm geht es weiter. Er gilt einen Tag. Wenn nach ein paar Minuten nichts da ist, sieh bei der unerwünschten Post nach.',
    },
    invitationEnded: {
      title: 'Diese Einladung gilt nicht mehr',
      text: 'Sie wurde schon benutzt oder zurückgenommen, oder ihre Zeit ist um. Lass dir von dem Menschen, der sie dir geschickt hat, eine neue geben.',
    },
    linkEnded: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er ist mehr als einen Tag alt, oder man kann mit ihm nicht mehr mitmachen. Fang von vorn an, oder frag jemanden von innen.',
    },
    uninvited: {
      title: 'Du brauchst eine Einladung',
      text: 'Hier kann nur mitmachen, wer eingeladen ist. Bitte jemanden von innen um einen Link.',
    },
  },

  reset: {
    askTitle: 'Passwort vergessen?',
    askText: 'Wir schicken einen Link an die Adresse deines Kontos, mit dem du ein neues setzt.',
    sendLink: 'Link schicken',
    sent: {
      title: 'Sieh in deine Post',
      text: 'Wenn es hier ein Konto mit dieser Adresse gibt, ist ein Link dorthin unterwegs. Er gilt einmal, einen Tag lang. Wenn nach ein paar Minuten nichts da ist, sieh bei der unerwünschten Post nach, oder bitte jemanden aus der Verwaltung um einen Link.',
    },
    withoutMail:
      'Dieser Server verschickt keine Post. Wer die Organisation verwaltet, kann dir einen Link geben, mit dem du ein neues Passwort setzt.',
    title: 'Ein neues Passwort setzen',
    text: 'Überall sonst wirst du abgemeldet, auch in Apps.',
    submit: 'Passwort setzen',
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon benutzt oder ist mehr als einen Tag alt. Lass dir einen neuen schicken, oder bitte jemanden aus der Verwaltung um einen.',
    },
  },

  address: {
    title: 'Bestätige deine Adresse',
    text: (address) => `${address} soll die Adresse deines Kontos werden.`,
    submit: 'Bestätigen',
    confirmedTitle: 'Deine Adresse ist bestätigt',
    confirmedText: (address) =>
      `${address} ist ab jetzt die Adresse deines Kontos. Damit meldest du dich an.`,
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon benutzt oder ist mehr als einen Tag alt, oder dein Passwort hat sich seither geändert. Lass dir in deinen Einstellungen einen neuen schicken.',
    },
  },

  unsubscribe: {
    title: 'Keine solche Post mehr?',
    missedMessages: (email) =>
      `Post über verpasste Nachrichten geht an ${email}. Das kannst du hier beenden, ohne dich anzumelden.`,
    digest: (email) =>
      `Der wöchentliche Überblick geht an ${email}. Das kannst du hier beenden, ohne dich anzumelden.`,
    submit: 'Keine solche Post mehr schicken',
    doneTitle: 'Keine solche Post mehr',
    missedMessagesDone: (email) =>
      `An ${email} geht keine Post über verpasste Nachrichten mehr. In deinen Einstellungen kannst du sie wieder bestellen.`,
    digestDone: (email) =>
      `An ${email} geht kein wöchentlicher Überblick mehr. In deinen Einstellungen kannst du ihn wieder bestellen.`,
    unknown: {
      title: 'Dieser Link ist nicht vollständig',
      text: 'Vielleicht wurde er abgeschnitten. In deinen Einstellungen kannst du dasselbe wählen.',
    },
  },

  first: {
    title: 'Gründe deine Organisation',
    text: 'Dieser Server gehört dir, und noch ist niemand da. Sag, wie dein Team heißt und wer du bist, und schon bist du drin.',
    organization: 'Name der Organisation',
    organizationHint: 'Dein Team, dein Verein oder deine Firma, so wie ihr sie nennt.',
    owner: 'Dein Name',
    ownerHint: 'So werden dich die anderen sehen.',
    emailHint: 'Damit meldest du dich an. Die Organisation wird dir gehören.',
    channels: 'Erste Kanäle',
    channelsHint: 'Wer dazukommt, fängt in diesen an. Ändern kannst du sie jederzeit.',
    suggested: [
      { name: 'Allgemeines', hint: 'Was alle angeht' },
      { name: 'Team', hint: 'Woran das Team arbeitet' },
      { name: 'Hilfe', hint: 'Fragen und Antworten' },
      { name: 'Ideen', hint: 'Was wir tun könnten' },
      { name: 'Sonstiges', hint: 'Alles andere' },
    ],
    moreChannels: 'Weitere Kanäle',
    moreChannelsHint: 'Mit Kommas zwischen den Namen.',
    submit: 'Organisation gründen',
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Mit ihm gründet man die erste Organisation dieses Servers, einmal, und inzwischen ist hier eine.',
    },
    taken: {
      title: 'Jemand war schneller',
      text: 'Die Organisation dieses Servers wurde gerade eben mit demselben Link gegründet. Wer das war, kann dich einladen.',
    },
    wrong: {
      title: 'Dieser Link stimmt nicht',
      text: 'Vielleicht wurde er abgeschnitten, oder er ist von früher. Den richtigen zeigt die Konsole des Servers bei jedem Start.',
    },
  },

  demo: {
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Links in die Demo gelten, solange der Server mit --demo läuft, der sie ausgegeben hat. Neue zeigt seine Konsole bei jedem Start.',
    },
  },

  server: {
    empty: {
      title: 'Hier ist noch keine Organisation',
      text: 'Dieser Confab-Server ist neu. Wer ihn betreibt, gründet die Organisation mit dem Link, den die Konsole des Servers beim Start zeigt, oder mit „confab organization create“.',
    },
    unknown: {
      title: 'Unter dieser Adresse ist niemand',
      text: 'Keine Organisation dieses Servers hat sie. Bitte prüfe, ob sie richtig geschrieben ist, oder frag, wer sie dir gegeben hat.',
    },
    several: {
      title: 'Wohin?',
      text: 'Auf diesem Server sind mehrere Organisationen zu Hause, jede unter einer eigenen Adresse.',
    },
    organization: 'Adresse deiner Organisation',
    organizationHint: (example) => `Zum Beispiel ${example}, oder nur der erste Teil davon.`,
    openYourself: 'Bitte öffne die Adresse der deinen.',
    go: 'Dorthin gehen',
  },

  failures: {
    CSRF_FAILED: {
      title: 'Bitte noch einmal',
      text: 'Was du geschickt hast, kam nicht von einer Seite dieses Servers, oder dein Browser sagt es nicht. Öffne die Seite neu und schick es von dort.',
    },
    REALM_DEACTIVATED: {
      title: 'Diese Organisation ist geschlossen',
      text: 'Sie wurde deaktiviert: Niemand kann sich anmelden, und nichts ist gelöscht. Wer den Server betreibt, kann sie wieder öffnen.',
    },
    REALM_UNAVAILABLE: {
      title: 'Im Moment nicht erreichbar',
      text: 'Diese Organisation lässt sich nicht öffnen. Wer den Server betreibt, muss sich darum kümmern; was zu tun ist, steht im Protokoll des Servers.',
    },
    SERVER_STARTING: {
      title: 'Einen Moment',
      text: 'Der Server startet gerade. Bitte öffne die Seite in ein paar Sekunden noch einmal.',
    },
    STORAGE_FULL: {
      title: 'Es ist kein Platz mehr',
      text: 'Der Server kann das nicht speichern, und nichts wurde geändert. Wer ihn betreibt, muss erst Platz schaffen.',
    },
    PAYLOAD_TOO_LARGE: {
      title: 'Das war zu viel',
      text: 'Was du geschickt hast, ist länger, als diese Seite es annimmt.',
    },
    NOT_FOUND: {
      title: 'Hier ist nichts',
      text: 'Die Adresse führt nirgendwohin. Bitte prüfe, ob sie vollständig ist.',
    },
    refused: {
      title: 'Das geht so nicht',
      text: 'Was du geschickt hast, ist nicht das, wonach diese Seite fragt. Bitte öffne sie neu.',
    },
    failed: {
      title: 'Da ist etwas schiefgegangen',
      text: 'Das liegt am Server, nicht an dir; in seinem Protokoll steht mehr. Bitte versuch es noch einmal.',
    },
  },

  tooManyAttempts: {
    title: 'Zu viele Versuche',
    text: (minutes) =>
      `Das waren zu viele Versuche. Bitte warte ${counted('de', minutes, { one: 'Minute', other: 'Minuten' })}, bevor du es wieder versuchst.`,
  },

  faults: {
    emailInvalid: () => 'Das ist keine E-Mail-Adresse.',
    emailReserved: () => 'Solche Adressen vergibt nur der Server selbst.',
    emailTaken: () => 'Mit dieser Adresse gibt es schon ein Konto.',
    emailOutside: () => 'Nur Adressen aus den Domains dieser Organisation sind erlaubt.',
    emailDisposable: () => 'Bitte nimm eine Adresse, die du behalten willst, keine zum Wegwerfen.',
    nameEmpty: () => 'Bitte sag, wie du heißt.',
    nameTooLong: (limit) => `Der Name ist zu lang: Er darf ${zeichen(limit)} haben.`,
    nameCharacters: () =>
      'Im Namen ist ein Zeichen, das Namen nicht haben können, oder kein einziger Buchstabe.',
    nameWildcard: () => 'So kann niemand heißen: Dieses Wort erwähnt alle.',
    nameTaken: () => 'So heißt hier schon jemand.',
    passwordTooShort: (limit) => `Das Passwort ist zu kurz: Es braucht mindestens ${zeichen(limit)}.`,
    passwordTooLong: (limit) => `Das Passwort ist zu lang: Es darf ${zeichen(limit)} haben.`,
    invitationEnded: () => 'Diese Einladung gilt nicht mehr.',
    invitationNeeded: () => 'Um hier mitzumachen, brauchst du eine Einladung.',
    linkEnded: () => 'Dieser Link gilt nicht mehr.',
    organizationNameEmpty: () => 'Bitte gib der Organisation einen Namen.',
    organizationNameTooLong: (limit) => `Der Name ist zu lang: Er darf ${zeichen(limit)} haben.`,
    channelNameTooLong: (limit) => `Der Name eines Kanals darf ${zeichen(limit)} haben.`,
    channelNameCharacters: () => 'In einem Namen ist ein Zeichen, das Namen von Kanälen nicht haben können.',
    tooManyChannels: (limit) =>
      `Das ist für den Anfang zu viel: ${counted('de', limit, { one: 'Kanal genügt', other: 'Kanäle genügen' })}. Weitere können jederzeit folgen.`,
    noSuchOrganization: () => 'Unter dieser Adresse ist keine Organisation. Ist sie richtig geschrieben?',
  },
  refused: 'Das geht so nicht. Bitte sieh dir an, was du ausgefüllt hast.',
}

function zeichen(count: number): string {
  return counted('de', count, { one: 'Zeichen', other: 'Zeichen' })
}
