// How the server's own pages look: one style sheet in the page, light or dark as the reader has it, from phones upwards. The
// colours are those of the web client (src/web/style/tokens.css).

export const style = `
:root{color-scheme:light dark;--back:#f4f5f8;--paper:#fff;--text:#1b2230;--soft:#566072;--line:#858f9f;--main:#2c5ccf;--on-main:#fff;--bad:#b3261e;--bad-back:#fdeceb}
@media (prefers-color-scheme:dark){:root{--back:#111419;--paper:#21252d;--text:#e4e7ed;--soft:#a3acba;--line:#717c8c;--main:#8fb0ff;--on-main:#0c1730;--bad:#ffb4ab;--bad-back:#3b1f1e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif;padding:1.5rem 1rem}
main{width:100%;max-width:26rem;margin:auto;background:var(--paper);border-radius:.75rem;padding:1.75rem 1.5rem;box-shadow:0 1px 3px #0003}
header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.25rem;color:var(--soft);overflow-wrap:anywhere}
.sign{flex:none;display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:.6rem;background:var(--main);color:var(--on-main);font-size:1.3rem;font-weight:600}
img.sign{object-fit:cover;background:none}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
form{margin-top:1.25rem}
label{display:block;font-weight:600;margin-top:1rem}
.hint{color:var(--soft);font-size:.875rem;margin:.1rem 0 .35rem}
input{display:block;width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.5rem;padding:.6rem .75rem;margin-top:.3rem}
input[readonly]{border-style:dashed;color:var(--soft)}
input:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid var(--main);outline-offset:2px}
input[aria-invalid]{border-color:var(--bad);border-width:2px}
fieldset{border:0;margin:1rem 0 0;padding:0;min-width:0}
legend{font-weight:600;padding:0}
.boxes{max-height:24rem;overflow-y:auto;border:1px solid var(--line);border-radius:.5rem;margin-top:.3rem}
.box{display:grid;grid-template-columns:auto 1fr;column-gap:.65rem;padding:.6rem .75rem}
.box+.box{border-top:1px solid var(--back)}
.box input{width:1.15rem;height:1.15rem;margin:.2rem 0 0;accent-color:var(--main)}
.box label{margin:0;font-weight:400;overflow-wrap:anywhere}
.box .hint{grid-column:2;margin:0;overflow-wrap:anywhere}
.error{color:var(--bad);font-size:.875rem;margin:.35rem 0 0}
.alert{color:var(--bad);background:var(--bad-back);border-radius:.5rem;padding:.6rem .75rem;margin-top:1rem}
button{width:100%;font:inherit;font-weight:600;color:var(--on-main);background:var(--main);border:1px solid transparent;border-radius:.5rem;padding:.65rem 1rem;margin-top:1.5rem;cursor:pointer}
button:hover{filter:brightness(1.1)}
button.plain{color:var(--main);background:transparent;border-color:var(--line)}
a{color:var(--main)}
dl{margin:1rem 0;padding:.75rem 1rem;background:var(--back);border-radius:.5rem;overflow-wrap:anywhere}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0 0 .5rem}
dd:last-child{margin:0}
footer{margin-top:1.25rem;color:var(--soft);font-size:.9rem}
@media (forced-colors:active){.sign,button{border:1px solid}}
`
