// What the client asks of `POST /register`.

export const registration = { apply_markdown: true } as const
